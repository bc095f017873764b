import { cleanForeignHtml } from '../engines/rendering/foreign.ts';
import { answerTasks } from '../platform/answer-tasks.ts';

answerTasks(cleanForeignHtml);
