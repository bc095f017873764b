import { useRef, useState } from 'react';
import { root } from '../../platform/root.ts';
import styles from './mail-frame.module.css';
import { patchPage } from './patch-page.ts';

type Framed = {
  html: string;
  title: string;
  scheme: 'light' | 'dark';
  /** Changes the page before it is shown. Another function means another page. */
  change?: (page: Document) => void;
};

/** Shows a mail in a separate page that runs no scripts and is as high as its content. */
export function MailFrame({ html, title, scheme, change }: Framed) {
  const [page, setPage] = useState<Document>();
  const shown = useRef<{ page: Document; html: string; change: Framed['change'] }>(undefined);
  const show = (iframe: HTMLIFrameElement | null) => {
    if (!iframe || !page) return;
    const { current } = shown;
    if (current?.page !== page || current.html !== html || current.change !== change) {
      patchPage(page, html, change);
      shown.current = { page, html, change };
    }
    const fit = () => {
      iframe.style.height = `${page.documentElement.offsetHeight}px`;
    };
    fit();
    // Pictures load later, and the width can change.
    const observer = new ResizeObserver(fit);
    observer.observe(page.documentElement);
    return () => observer.disconnect();
  };
  return (
    <iframe
      ref={show}
      className={styles.frame}
      title={title}
      // An empty frame must not get the focus.
      tabIndex={html === '' ? -1 : undefined}
      data-scheme={scheme}
      style={{ colorScheme: scheme }}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      src={`${root}/dashboard/frame`}
      onLoad={({ currentTarget }) => setPage(currentTarget.contentDocument ?? undefined)}
    />
  );
}
