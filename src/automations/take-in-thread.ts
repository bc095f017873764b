import { answerCalls } from '../platform/answer-tasks.ts';
import { takeInWork } from './take-in-work.ts';

answerCalls(takeInWork);
