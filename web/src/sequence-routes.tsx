import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readRunStatus } from './automations/sequences/run-status.ts';
import { isTemplate, type TemplateName } from './automations/sequences/template-names.ts';
import { automations } from './feed-routes.tsx';
import { frame, newsletter } from './newsletter-route.tsx';
import { queryClient } from './platform/api.ts';
import { figuresQuery, sequenceQuery, sequencesQuery } from './sequences/queries.ts';

/** The list of sequences, as a tab beside that of feeds. */
export const sequences = createRoute({
  getParentRoute: () => automations,
  path: '/sequences',
  loader: ({ context }) => {
    void queryClient.prefetchQuery(sequencesQuery(context));
  },
  component: lazyRouteComponent(
    () => import('./automations/sequences/sequences-screen.tsx'),
    'SequencesScreen',
  ),
});

/** One sequence, with the tabs above it. */
export const sequence = createRoute({
  getParentRoute: () => frame,
  path: '/sequences/$sequence',
  validateSearch: readRunStatus,
  loader: ({ context, params }) => {
    void queryClient.prefetchQuery(sequenceQuery(context, params.sequence));
    void queryClient.prefetchQuery(figuresQuery(context, params.sequence));
  },
  component: lazyRouteComponent(
    () => import('./automations/sequences/sequence-screen.tsx'),
    'SequenceScreen',
  ),
});

const newSequence = createRoute({
  getParentRoute: () => newsletter,
  path: '/sequences/new',
  validateSearch: ({ template }: Record<string, unknown>): { template?: TemplateName } =>
    isTemplate(template) ? { template } : {},
  component: lazyRouteComponent(
    () => import('./automations/sequences/new-sequence-screen.tsx'),
    'NewSequenceScreen',
  ),
});

const editSequence = createRoute({
  getParentRoute: () => newsletter,
  path: '/sequences/$sequence/edit',
  loader: ({ context, params }) => {
    void queryClient.prefetchQuery(sequenceQuery(context, params.sequence));
  },
  component: lazyRouteComponent(
    () => import('./automations/sequences/edit-sequence-screen.tsx'),
    'EditSequenceScreen',
  ),
});

/** The routes that fill the window. */
export const sequenceEditorRoutes = [newSequence, editSequence] as const;
