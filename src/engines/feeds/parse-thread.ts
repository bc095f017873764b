import { answerTasks } from '../../platform/threads/answer-tasks.ts';
import type { FeedSource } from './feed.ts';
import { readDocument } from './read-document.ts';

answerTasks(({ document, source }: { document: Uint8Array; source: FeedSource }) =>
  readDocument(document, source),
);
