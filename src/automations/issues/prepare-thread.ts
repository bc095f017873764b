import { cleanForeignHtml } from '../../engines/rendering/foreign.ts';
import { answerTasks } from '../../platform/threads/answer-tasks.ts';
import type { Cleaned } from './prepare.ts';

answerTasks((html: string): Cleaned => {
  const before = process.threadCpuUsage();
  const clean = cleanForeignHtml(html);
  const { user, system } = process.threadCpuUsage(before);
  return { clean, took_ms: (user + system) / 1000 };
});
