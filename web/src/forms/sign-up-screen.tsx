import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignUpForm } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { tagsQuery } from '../accounts/tags.ts';
import { saveFile } from '../platform/save-file.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FilterChip } from '../ui/chip.tsx';
import { PageTitle, Section } from '../ui/page.tsx';
import { longestQr, QrCode, qrFile } from '../ui/qr-code.tsx';
import { Segments } from '../ui/segments.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { CopyBox } from './copy-box.tsx';
import { addressWith, formCode, frameCode } from './embed-code.ts';
import styles from './forms.module.css';
import { PartPreview } from './preview.tsx';
import { signUpFormQuery } from './queries.ts';
import { SignUps } from './sign-ups.tsx';

const named = words.forms;
/** The most tags that a form gives. */
const mostTags = 20;

/** Shows where people sign up: the page, the code for other sites, and how many did. */
export function SignUpScreen() {
  const here = useHere();
  const form = useQuery(signUpFormQuery(here, 30));
  const seesTags = usePermission('subscribers', 'read');
  const tags = useQuery({ ...tagsQuery(here), enabled: seesTags });
  const isReady = form.data !== undefined && (!seesTags || !tags.isPending);
  return (
    <>
      <PageTitle
        action={
          form.data && (
            <a className={buttonClass()} href={form.data.page_url} target="_blank" rel="noreferrer">
              {named.open}
            </a>
          )
        }
      >
        {named.title}
      </PageTitle>
      {form.error && !form.data ? (
        <Failure error={form.error} retry={() => void form.refetch()} />
      ) : !isReady ? (
        <Skeleton lines={6} height="5.5rem" />
      ) : (
        <>
          <div className={styles.columns}>
            <Places form={form.data} offered={tags.data?.map(({ name }) => name) ?? []} />
            <PartPreview here={here} shown={here.newsletter} parts={['home', 'embed']} />
          </div>
          <SignUps here={here} />
        </>
      )}
    </>
  );
}

/** Shows the page and the code for other sites, with the chosen tags. */
function Places({ form, offered }: { form: SignUpForm; offered: string[] }) {
  const { newsletter } = useHere();
  const [tags, setTags] = useState<string[]>([]);
  const [kind, setKind] = useState<'html' | 'frame'>('html');
  return (
    <div className={styles.places}>
      <Section title={named.page} note={named.page_note}>
        <Address address={addressWith(form.page_url, tags)} name={newsletter.username} />
      </Section>
      <Section
        title={named.site}
        note={named.site_note}
        action={<Segments label={named.kind} value={kind} options={named.kinds} onChange={setKind} />}
      >
        <p className={styles.note}>
          {named.kind_notes[kind]}
          {kind === 'html' && newsletter.captcha !== '' && ` ${named.needs_captcha}`}
        </p>
        <CopyBox
          label={named.code}
          text={
            kind === 'html' ? formCode(form.post_url, tags) : frameCode(form.frame_url, tags, newsletter.name)
          }
        />
      </Section>
      {offered.length > 0 && <TagChoice offered={offered} tags={tags} onChange={setTags} />}
    </div>
  );
}

/** Shows the address of the page, as text and as a QR code. */
function Address({ address, name }: { address: string; name: string }) {
  return (
    <>
      <CopyBox label={named.address} text={address} />
      <div className={styles.qr}>
        {address.length > longestQr ? (
          <p>{named.qr_too_long}</p>
        ) : (
          <>
            <QrCode text={address} label={named.qr_label} />
            <div>
              <p>{named.qr_note}</p>
              <Button onClick={() => saveFile(`${name}-qr.svg`, qrFile(address), 'image/svg+xml')}>
                {named.qr_save}
              </Button>
            </div>
          </>
        )}
      </div>
    </>
  );
}

/** Chooses the tags that the address and the code give. */
function TagChoice({
  offered,
  tags,
  onChange,
}: {
  offered: string[];
  tags: string[];
  onChange: (tags: string[]) => void;
}) {
  return (
    <fieldset className={styles.tags}>
      <legend>{named.tags}</legend>
      {offered.map(name => (
        <FilterChip
          key={name}
          on={tags.includes(name)}
          disabled={!tags.includes(name) && tags.length === mostTags}
          onChange={on => onChange(on ? [...tags, name] : tags.filter(one => one !== name))}
        >
          {name}
        </FilterChip>
      ))}
      <p className={styles.small}>{named.tags_note}</p>
    </fieldset>
  );
}
