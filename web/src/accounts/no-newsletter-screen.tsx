import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../ui/button.tsx';
import { words } from '../words.ts';
import { sessionQuery, signOut } from './session.ts';
import styles from './sign-in.module.css';

/** Tells somebody who belongs to no newsletter how to join one. */
export function NoNewsletterScreen() {
  const { data: session } = useQuery(sessionQuery);
  const person = session?.person;
  if (!person) return null;
  const { installation, email_address } = person;
  const title = installation ? words.nowhere.title : words.nowhere.title_member;
  return (
    <main className={styles.page}>
      <title>{words.parts.title(title)}</title>
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.note}>
        {installation ? words.nowhere.owner : words.nowhere.member(email_address || words.nowhere.you)}
      </p>
      {installation && (
        <Link to="/account/new-newsletter" className={buttonClass('solid', true)}>
          {words.newsletter.make}
        </Link>
      )}
      <div className={styles.others}>
        <Link to="/account" className={buttonClass()}>
          {words.frame.profile}
        </Link>
        <Button onClick={() => void signOut()}>{words.frame.sign_out}</Button>
      </div>
    </main>
  );
}
