import { answerTasks } from '../../platform/threads/answer-tasks.ts';
import { type Previewed, type PreviewTask, type Render, simulatePreview } from './preview-work.ts';

answerTasks<PreviewTask, Previewed, Parameters<Render>[0], Awaited<ReturnType<Render>>>(simulatePreview);
