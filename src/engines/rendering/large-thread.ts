import { answerCalls } from '../../platform/answer-tasks.ts';
import { largeWork } from './large-work.ts';

answerCalls(largeWork);
