export function ProductLogo() {
  return (
    <span className="product-logo">
      <svg width="24" height="24" viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <path d="M4 2.5h11l5 5v14H4zM15 2.5v5h5" stroke="currentColor" strokeWidth="1.6" />
        <path
          className="product-logo-tick"
          d="M7.5 16.5l3 2.5 6-7"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
      </svg>
      <span className="product-logo-word">Redline</span>
    </span>
  );
}
