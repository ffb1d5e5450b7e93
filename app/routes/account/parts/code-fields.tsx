import { TextField } from "~/ui/fields";
import type { FormField } from "~/ui/form-field";
import type { AppSetUp } from "./app-set-up.server";

type CodeFieldProps = {
  field: FormField;
  label?: string;
  /** Whether a recovery code may be typed, which has letters. */
  isRecovery?: boolean;
  autoFocus?: boolean;
};

export const CodeField = ({ field, label = "Code", isRecovery, autoFocus }: CodeFieldProps) => (
  <TextField
    field={field}
    label={label}
    autoComplete={isRecovery ? "off" : "one-time-code"}
    inputMode={isRecovery ? "text" : "numeric"}
    autoCapitalize="characters"
    spellCheck={false}
    required
    autoFocus={autoFocus}
  />
);

/** The QR code and the key that an authenticator app reads. */
export const AppKey = ({ setUp: { key, qrCode } }: { setUp: AppSetUp }) => (
  <>
    <p>
      Scan this QR code with an authenticator app, such as Google Authenticator, Microsoft Authenticator or
      1Password. Then enter the six digits that the app shows.
    </p>
    <svg
      className="qr-code"
      viewBox={`-4 -4 ${qrCode.size + 8} ${qrCode.size + 8}`}
      role="img"
      aria-label="QR code of the key below"
    >
      <path d={qrCode.path} />
    </svg>
    <p>
      Cannot scan it? Enter this key in the app: <code>{key}</code>
    </p>
  </>
);
