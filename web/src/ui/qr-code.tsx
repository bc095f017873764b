import { encodeQr } from './qr.ts';
import styles from './qr-code.module.css';

/** The white border that scanners need around a code, in modules. */
const quiet = 4;

/** The most bytes that a code can hold. */
export const longestQr = 666;

/** Shows a text as a QR code, made in this browser. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = drawQr(text);
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

/** Returns the code as an SVG file, for print. */
export function qrFile(text: string): string {
  const { size, path } = drawQr(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}

function drawQr(text: string): { size: number; path: string } {
  const rows = encodeQr(text);
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')))
    .join('');
  return { size: rows.length + 2 * quiet, path };
}
