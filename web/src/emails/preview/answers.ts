import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { Here } from '../../accounts/newsletters.ts';
import { minute_ms } from '../../platform/durations.ts';
import { type Answers, answersIn, askFor, chipsIn } from '../drawing/chips.ts';

/** Returns what the reader with this address gets for each piece of Liquid in a text; undefined if nobody is chosen. */
export function useAnswers(here: Here, reader: string | undefined, body: string): Answers | undefined {
  const text = useDeferredValue(body);
  const written = useMemo(() => {
    if (reader === undefined) return [];
    const asked = chipsIn(text).filter(({ kind }) => kind !== 'snippet' && kind !== 'else' && kind !== 'end');
    return [...new Set(asked.map(one => one.written))];
  }, [reader, text]);
  const { data } = useQuery({
    queryKey: ['newsletter', here.newsletter.id, 'answers', reader, written],
    queryFn: async ({ signal }) => {
      const asked = {
        subject: '-',
        body: askFor(written),
        ...(reader !== undefined && { subscriber: reader }),
      };
      const { text } = await here.api.post('/v1/emails/preview', { body: asked, signal });
      return answersIn(text, written);
    },
    enabled: reader !== undefined && written.length > 0,
    placeholderData: keepPreviousData,
    staleTime: minute_ms,
    retry: false,
  });
  return reader === undefined ? undefined : data;
}
