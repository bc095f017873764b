import { answerCalls } from '../../platform/threads/answer-tasks.ts';
import { takeInWork } from './take-in-work.ts';

answerCalls(takeInWork);
