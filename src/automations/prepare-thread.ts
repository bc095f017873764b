import { answerTasks } from '../platform/answer-tasks.ts';
import { cleanForeignHtml } from '../rendering/foreign.ts';

answerTasks(cleanForeignHtml);
