import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient } from '../platform/api.ts';
import { ownZone } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { ownApi, sessionsQuery } from './me.ts';

/** Lists your sessions on all devices. */
export function Sessions() {
  const { data = [] } = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: async (id: string | undefined) => {
      const api = await ownApi();
      return id === undefined
        ? api.delete('/v1/me/sessions')
        : api.delete('/v1/me/sessions/{id}', { params: { id } });
    },
    onSuccess: (_, id) => {
      say(id === undefined ? words.profile.sessions_ended : words.profile.session_ended);
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  return (
    <Section
      id="sessions"
      title={words.profile.sessions}
      note={words.profile.sessions_note}
      action={
        data.length > 1 && (
          <Button busy={end.isPending} onClick={() => end.mutate(undefined)}>
            {words.profile.end_others}
          </Button>
        )
      }
    >
      {end.error && <Failure error={end.error} />}
      <Rows>
        {data.map(({ id, is_this, user_agent, ip_address, last_used_date }) => (
          <Row
            key={id}
            title={browserOf(user_agent)}
            note={
              <>
                {ip_address} · {words.profile.last_used} <Time at={last_used_date} zone={ownZone} precise />
              </>
            }
            action={
              is_this ? (
                <Mark strong>{words.profile.this_browser}</Mark>
              ) : (
                <Button busy={end.isPending} onClick={() => end.mutate(id)}>
                  {words.profile.end_session}
                </Button>
              )
            }
          />
        ))}
      </Rows>
    </Section>
  );
}

/** Returns, for example, "Firefox on Linux", or as much as the browser reveals. */
function browserOf(user_agent: string): string {
  const name = /(Firefox|Edg|OPR|Chrome|Safari)\b/.exec(user_agent)?.[1];
  const system = /(iPhone|iPad|Android|Mac OS X|Windows|Linux)/.exec(user_agent)?.[1];
  if (!name || !system) return words.profile.unknown_browser;
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
  return words.profile.browser(names[name] ?? name, system.replace('Mac OS X', 'macOS'));
}
