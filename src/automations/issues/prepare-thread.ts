import { cleanForeignHtml } from '../../engines/rendering/foreign.ts';
import type { Labels } from '../../engines/rendering/players.ts';
import { answerTasks } from '../../platform/threads/answer-tasks.ts';
import type { Cleaned } from './prepare.ts';

answerTasks(({ html, labels }: { html: string; labels: Labels }): Cleaned => {
  const before = process.threadCpuUsage();
  const clean = cleanForeignHtml(html, labels);
  const { user, system } = process.threadCpuUsage(before);
  return { clean, took_ms: (user + system) / 1000 };
});
