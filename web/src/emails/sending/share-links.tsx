import type { Email } from '../../../../src/client/schema.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Section } from '../../ui/page.tsx';
import { words } from '../../words.ts';
import { hasPage, isReadByAll } from '../readership.ts';
import { titleOf } from '../title.ts';
import styles from './share-links.module.css';

/** The addresses at which these services take something to share. They are plain links: nothing is loaded from there. */
const places = {
  mail: (text: string, url: string) => `mailto:?${query({ subject: text, body: url })}`,
  // Mastodon's page asks for the person's own server, and keeps the answer in their browser.
  mastodon: (text: string, url: string) =>
    `https://share.joinmastodon.org/#${query({ text: `${text}\n${url}` })}`,
  bluesky: (text: string, url: string) =>
    `https://bsky.app/intent/compose?${query({ text: `${text}\n${url}` })}`,
  linkedin: (_: string, url: string) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}`,
  x: (text: string, url: string) => `https://x.com/intent/post?${query({ text, url })}`,
};

/** Encodes spaces as %20, because mail programs and fragments do not read a plus as a space. */
function query(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** Shows the address of the email's page for copying, and links that share it; nothing for an email without a page. */
export function ShareLinks({ email }: { email: Email }) {
  if (!hasPage(email)) return null;
  const { absolute_url: url } = email;
  return (
    <Section title={words.share.title} note={isReadByAll(email) ? undefined : words.share.limited}>
      <p className={styles.address}>
        <a href={url} target="_blank" rel="noreferrer">
          {url.replace(/^https?:\/\//, '')}
        </a>
        <Button onClick={() => void copyText(url)}>{words.share.copy}</Button>
      </p>
      <ul className={styles.places}>
        {Object.entries(places).map(([name, addressOf]) => (
          <li key={name}>
            <a
              href={addressOf(titleOf(email), url)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass('quiet')}
            >
              {words.share.places[name as keyof typeof places]}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
