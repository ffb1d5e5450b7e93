import { notedProxy, unnamedProxyText } from "~/platform/unnamed-proxy.server";

/** A sentence for administrators; null unless a proxy that TRUSTED_PROXY does not name has forwarded a request. */
export function proxyNotice(): string | null {
  const proxy = notedProxy();
  return proxy ? `${unnamedProxyText(proxy)}. Whoever runs the server sets it.` : null;
}
