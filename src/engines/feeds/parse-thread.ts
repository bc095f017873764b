import { answerTasks } from '../../platform/answer-tasks.ts';
import type { FeedSource } from './feed.ts';
import { parseFeed } from './parse.ts';

answerTasks(({ document, source }: { document: Uint8Array; source: FeedSource }) =>
  parseFeed(document, source),
);
