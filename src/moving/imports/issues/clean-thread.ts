import { answerTasks } from '../../../platform/answer-tasks.ts';
import { cleanIssue } from './clean.ts';

answerTasks(cleanIssue);
