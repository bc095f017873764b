import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { invitationsQuery, keysQuery, teamQuery } from './accounts/queries.ts';
import { tagsQuery } from './accounts/tags.ts';
import { readLogSearch } from './audit/search.ts';
import { readFileView } from './emails/files/file-view.ts';
import { readWantedEvents } from './journal/wanted.ts';
import { frame } from './newsletter-route.tsx';
import { flag, oneOf, reading, text } from './platform/address.ts';
import { queryClient } from './platform/api.ts';

/** Reads from the address whether the form for a new thing is open. */
const readMake = reading({ make: flag });

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/frame.tsx'), 'SettingsFrame'),
});

const newsletterSettings = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('./settings/newsletter-screen.tsx'), 'NewsletterScreen'),
});

const keys = createRoute({
  getParentRoute: () => settings,
  path: '/keys',
  validateSearch: readMake,
  loader: ({ context }) => {
    void queryClient.prefetchQuery(keysQuery(context));
  },
  component: lazyRouteComponent(() => import('./accounts/keys-screen.tsx'), 'KeysScreen'),
});

const team = createRoute({
  getParentRoute: () => settings,
  path: '/team',
  validateSearch: reading({ invite: flag }),
  loader: ({ context }) => {
    void queryClient.prefetchQuery(teamQuery(context));
    void queryClient.prefetchQuery(invitationsQuery(context));
  },
  component: lazyRouteComponent(() => import('./accounts/team-screen.tsx'), 'TeamScreen'),
});

const exported = createRoute({
  getParentRoute: () => settings,
  path: '/exports',
  component: lazyRouteComponent(() => import('./moving/exports-screen.tsx'), 'ExportsScreen'),
});

const tags = createRoute({
  getParentRoute: () => settings,
  path: '/tags',
  validateSearch: readMake,
  loader: ({ context }) => {
    void queryClient.prefetchQuery(tagsQuery(context));
  },
  component: lazyRouteComponent(() => import('./audience/tags/tags-screen.tsx'), 'TagsScreen'),
});

const segments = createRoute({
  getParentRoute: () => settings,
  path: '/segments',
  component: lazyRouteComponent(() => import('./audience/segments/segments-screen.tsx'), 'SegmentsScreen'),
});

const snippets = createRoute({
  getParentRoute: () => settings,
  path: '/snippets',
  validateSearch: readMake,
  component: lazyRouteComponent(() => import('./emails/snippets/snippets-screen.tsx'), 'SnippetsScreen'),
});

const surveys = createRoute({
  getParentRoute: () => settings,
  path: '/surveys',
  validateSearch: readMake,
  component: lazyRouteComponent(() => import('./emails/surveys/surveys-screen.tsx'), 'SurveysScreen'),
});

const comments = createRoute({
  getParentRoute: () => settings,
  path: '/comments',
  validateSearch: reading({ status: oneOf<'active' | 'spammy'>(['active', 'spammy']) }),
  component: lazyRouteComponent(() => import('./emails/comments/comments-screen.tsx'), 'CommentsScreen'),
});

const replies = createRoute({
  getParentRoute: () => settings,
  path: '/replies',
  validateSearch: reading({
    view: oneOf<'unanswered' | 'answered' | 'archived' | 'automatic'>([
      'unanswered',
      'answered',
      'archived',
      'automatic',
    ]),
    with: text,
  }),
  component: lazyRouteComponent(() => import('./audience/replies/replies-screen.tsx'), 'RepliesScreen'),
});

const templates = createRoute({
  getParentRoute: () => settings,
  path: '/templates',
  validateSearch: readMake,
  component: lazyRouteComponent(() => import('./emails/templates/templates-screen.tsx'), 'TemplatesScreen'),
});

const files = createRoute({
  getParentRoute: () => settings,
  path: '/files',
  validateSearch: readFileView,
  component: lazyRouteComponent(() => import('./emails/files/files-screen.tsx'), 'FilesScreen'),
});

const webhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  validateSearch: readMake,
  component: lazyRouteComponent(() => import('./webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
});

const webhook = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks/$webhook',
  validateSearch: reading({ failed: flag, attempt: text }),
  component: lazyRouteComponent(() => import('./webhooks/webhook-screen.tsx'), 'WebhookScreen'),
});

const events = createRoute({
  getParentRoute: () => settings,
  path: '/events',
  validateSearch: readWantedEvents,
  component: lazyRouteComponent(() => import('./journal/events-screen.tsx'), 'EventsScreen'),
});

const log = createRoute({
  getParentRoute: () => settings,
  path: '/log',
  validateSearch: readLogSearch,
  component: lazyRouteComponent(() => import('./audit/audit-screen.tsx'), 'LogScreen'),
});

const ownAddress = createRoute({
  getParentRoute: () => settings,
  path: '/address',
  component: lazyRouteComponent(() => import('./settings/address-screen.tsx'), 'AddressScreen'),
});

const payments = createRoute({
  getParentRoute: () => settings,
  path: '/payments',
  component: lazyRouteComponent(() => import('./payments/payments-screen.tsx'), 'PaymentsScreen'),
});

/** The routes of a newsletter's settings. */
export const settingsRoutes = settings.addChildren([
  newsletterSettings,
  ownAddress,
  payments,
  team,
  keys,
  tags,
  segments,
  snippets,
  surveys,
  comments,
  replies,
  templates,
  files,
  exported,
  webhooks,
  webhook,
  events,
  log,
]);
