import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '../accounts/session.ts';
import { OwnPage } from '../ui/own-page.tsx';
import { PageTitle } from '../ui/page.tsx';
import { Empty } from '../ui/state.tsx';
import { words } from '../words.ts';

/** Shows the frame of the inbox's screens, for people who may see it. */
export function InboxPage({ back, children }: { back: { name: string; to?: string }; children: ReactNode }) {
  const { data: session } = useQuery(sessionQuery);
  return (
    <OwnPage back={back}>
      {session &&
        (session.sees_inbox ? (
          children
        ) : (
          <>
            <PageTitle>{words.inbox.title}</PageTitle>
            <Empty title={words.inbox.closed}>{words.inbox.closed_detail}</Empty>
          </>
        ))}
    </OwnPage>
  );
}
