import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { HostingDomain } from '../../../src/client/schema.ts';
import { type Here, keepNewsletter, useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { queryClient } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { submitted, textOf } from '../platform/form.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Fields, PageTitle, Section, UnderTitle } from '../ui/page.tsx';
import { PublishedRecord, PublishedRecords } from '../ui/published-record.tsx';
import { Failure, Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './newsletter-screen.module.css';

const said = words.own_address;

const siteQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'hosting-domain'],
    queryFn: ({ signal }) =>
      api.get('/v1/newsletters/{id}/hosting-domain', { params: { id: newsletter.id }, signal }),
  });

/** Sets up the newsletter's own domain, and says what is missing until readers find the newsletter there. */
export function AddressScreen() {
  const here = useHere();
  const { newsletter } = here;
  const site = useQuery(siteQuery(here));
  const mayChange = usePermission('settings', 'write');
  const check = useCheck(here);
  const save = useSave(here, () => check.mutate());
  const wrong = errorAt(save.error, 'domain');
  return (
    <>
      <PageTitle
        action={
          mayChange &&
          newsletter.domain !== '' && (
            <Button busy={check.isPending} onClick={() => check.mutate()}>
              {said.check}
            </Button>
          )
        }
      >
        {said.title}
      </PageTitle>
      <form className={styles.form} onSubmit={submitted(form => save.mutate(textOf(form, 'domain')))}>
        <fieldset disabled={!mayChange}>
          <Fields>
            <Field
              key={newsletter.domain}
              name="domain"
              label={said.domain}
              hint={said.hint}
              error={wrong}
              placeholder="letter.example.org"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              defaultValue={newsletter.domain}
            />
          </Fields>
        </fieldset>
        {save.error && !wrong && <Failure error={save.error} />}
        {mayChange && (
          <div className={styles.save}>
            <Button type="submit" look="solid" busy={save.isPending}>
              {words.parts.save}
            </Button>
          </div>
        )}
      </form>
      {check.error && <Failure error={check.error} retry={() => check.mutate()} />}
      <Loaded query={site} lines={3} height="6rem">
        {data =>
          data.domain === '' ? null : <Found site={data} zone={newsletter.timezone} busy={check.isPending} />
        }
      </Loaded>
    </>
  );
}

/** Shows the result of the last check. */
function Found({ site, zone, busy }: { site: HostingDomain; zone: string; busy: boolean }) {
  const isGood = site.status === 'valid';
  return (
    <Section title={isGood ? said.works : said.missing} note={isGood ? said.works_note : said.missing_note}>
      <UnderTitle>
        {busy ? (
          said.checking
        ) : site.checked_date ? (
          <span>
            {said.checked} <Time at={site.checked_date} zone={zone} precise />
          </span>
        ) : (
          said.unchecked
        )}
      </UnderTitle>
      {site.faults.length > 0 && (
        <div role="alert">
          <ul>
            {site.faults.map(fault => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      )}
      <PublishedRecords>
        {site.records.map(record => (
          <PublishedRecord
            key={record.type + record.value}
            record={record}
            title={record.type === 'CAA' ? said.caa : said.leads}
          />
        ))}
      </PublishedRecords>
    </Section>
  );
}

function useCheck(here: Here) {
  const { newsletter, api } = here;
  const params = { id: newsletter.id };
  return useMutation({
    mutationFn: () => api.post('/v1/newsletters/{id}/hosting-domain/check', { params }),
    onSuccess: found => queryClient.setQueryData(siteQuery(here).queryKey, found),
  });
}

function useSave(here: Here, check: () => void) {
  const { newsletter, api } = here;
  return useMutation({
    mutationFn: (domain: string) =>
      api.patch('/v1/newsletters/{id}', { params: { id: newsletter.id }, body: { domain } }),
    onSuccess: async saved => {
      keepNewsletter(saved);
      say(words.parts.saved);
      await queryClient.invalidateQueries({ queryKey: siteQuery(here).queryKey });
      if (saved.domain !== '') check();
    },
  });
}
