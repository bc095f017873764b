import { useState } from 'react';
import { root } from '../platform/root.ts';
import styles from './mail-frame.module.css';

/** A mail in a separate page that runs no script, as high as its content. */
export function MailFrame({
  html,
  title,
  scheme,
}: {
  html: string;
  title: string;
  scheme: 'light' | 'dark';
}) {
  const [page, setPage] = useState<Document>();
  const show = (iframe: HTMLIFrameElement | null) => {
    if (!iframe || !page) return;
    if (iframe.dataset.shown !== html) {
      page.documentElement.innerHTML = html;
      // Links open in another page, not in this frame.
      const base = page.createElement('base');
      base.target = '_blank';
      page.head.append(base);
      iframe.dataset.shown = html;
    }
    const fit = () => {
      iframe.style.height = `${page.documentElement.offsetHeight}px`;
    };
    fit();
    // Pictures load later, and the width changes.
    const observer = new ResizeObserver(fit);
    observer.observe(page.documentElement);
    return () => observer.disconnect();
  };
  return (
    <iframe
      ref={show}
      className={styles.frame}
      title={title}
      style={{ colorScheme: scheme }}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      src={`${root}/dashboard/frame`}
      onLoad={({ currentTarget }) => setPage(currentTarget.contentDocument ?? undefined)}
    />
  );
}
