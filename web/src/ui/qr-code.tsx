import { encodeQr } from './qr.ts';
import styles from './qr-code.module.css';

/** The white border that scanners need around a code, in modules. */
const quiet = 4;

/** A text as a QR code, made in this browser. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQr(text);
  const size = rows.length + 2 * quiet;
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
