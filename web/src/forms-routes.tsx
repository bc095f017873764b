import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadThemes } from './accounts/themes.ts';
import { readMail } from './forms/mails.ts';
import { readWanted } from './forms/wanted-words.ts';
import { frame, newsletter } from './newsletter-route.tsx';

const forms = createRoute({
  getParentRoute: () => frame,
  path: '/forms',
  component: lazyRouteComponent(() => import('./forms/frame.tsx'), 'FormsFrame'),
});

const signUp = createRoute({
  getParentRoute: () => forms,
  path: '/',
  validateSearch: ({ days }: Record<string, unknown>): { days?: number } =>
    days === 90 || days === 365 ? { days } : {},
  component: lazyRouteComponent(() => import('./forms/sign-up-screen.tsx'), 'SignUpScreen'),
});

const more = createRoute({
  getParentRoute: () => forms,
  path: '/more',
  validateSearch: ({ make }: Record<string, unknown>): { make?: boolean } => (make === true ? { make } : {}),
  component: lazyRouteComponent(() => import('./forms/own/own-forms-screen.tsx'), 'OwnFormsScreen'),
});

const mails = createRoute({
  getParentRoute: () => forms,
  path: '/mails',
  validateSearch: readMail,
  component: lazyRouteComponent(() => import('./forms/mails-screen.tsx'), 'MailsScreen'),
});

const texts = createRoute({
  getParentRoute: () => forms,
  path: '/texts',
  component: lazyRouteComponent(() => import('./forms/texts-screen.tsx'), 'TextsScreen'),
});

const wording = createRoute({
  getParentRoute: () => forms,
  path: '/words',
  validateSearch: readWanted,
  component: lazyRouteComponent(() => import('./forms/words-screen.tsx'), 'WordsScreen'),
});

/** The routes about sign-up forms, the mails to people who sign up, and their texts. */
export const formsRoutes = forms.addChildren([signUp, more, mails, texts, wording]);

const look = createRoute({
  getParentRoute: () => newsletter,
  path: '/forms/look',
  loader: ({ context }) => loadThemes(context),
  component: lazyRouteComponent(() => import('./forms/look/look-screen.tsx'), 'LookScreen'),
});

const layout = createRoute({
  getParentRoute: () => newsletter,
  path: '/forms/layout',
  loader: ({ context }) => loadThemes(context),
  component: lazyRouteComponent(() => import('./forms/look/layout-screen.tsx'), 'LayoutScreen'),
});

/** The routes that edit the look of pages and mails, without the frame around them. */
export const lookRoutes = [look, layout];
