import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../accounts/newsletters.ts';
import { SecretOnce } from '../accounts/secret-once.tsx';
import { usePermission } from '../accounts/session.ts';
import { useMakes } from '../accounts/things-screen.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { PageTitle, Row, Rows } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { words } from '../words.ts';
import { addressOf, eventsOf, healthOf, troubleOf } from './health.ts';
import { WebhookForm } from './webhook-form.tsx';
import { webhooksQuery } from './webhook-queries.ts';

const said = words.webhooks;

/** Lists the webhooks with their state. */
export function WebhooksScreen() {
  const here = useHere();
  const webhooks = useQuery(webhooksQuery(here));
  const mayChange = usePermission('settings', 'write');
  const [makes, setMakes] = useMakes();
  const [secret, setSecret] = useState<string>();
  const make = mayChange && (
    <Button look="solid" onClick={() => setMakes(true)}>
      {said.make}
    </Button>
  );
  return (
    <>
      <PageTitle action={webhooks.data?.length !== 0 && make}>{words.frame.webhooks}</PageTitle>
      {secret && <SecretOnce secret={secret} note={said.secret_once} onDone={() => setSecret(undefined)} />}
      <Loaded query={webhooks} lines={3} height="3.5rem">
        {data =>
          data.length === 0 ? (
            <Empty title={said.empty} action={make}>
              {said.empty_detail}
            </Empty>
          ) : (
            <Rows>
              {data.map(webhook => {
                const trouble = troubleOf(webhook);
                return (
                  <Row
                    key={webhook.id}
                    title={
                      <Link
                        to="/$newsletter/settings/webhooks/$webhook"
                        params={{ newsletter: here.newsletter.username, webhook: webhook.id }}
                      >
                        {addressOf(webhook)}
                      </Link>
                    }
                    note={[healthOf(webhook, here), eventsOf(webhook), webhook.description]
                      .filter(Boolean)
                      .join(' · ')}
                    action={trouble && <Mark strong>{trouble}</Mark>}
                  />
                );
              })}
            </Rows>
          )
        }
      </Loaded>
      {makes && mayChange && (
        <WebhookForm
          onClose={() => setMakes(false)}
          onSaved={({ signing_key }) => {
            setMakes(false);
            setSecret(signing_key);
          }}
        />
      )}
    </>
  );
}
