import { answerTasks } from '../../../platform/threads/answer-tasks.ts';
import { cleanIssue } from './clean.ts';

answerTasks(cleanIssue);
