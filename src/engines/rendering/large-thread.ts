import { answerCalls } from '../../platform/threads/answer-tasks.ts';
import { largeWork } from './large-work.ts';

answerCalls(largeWork);
