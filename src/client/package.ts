// The exports of the package postrider-client. Inside this repository, import the files themselves.
export type { Access } from './client.ts';
export { connect, type Postrider } from './connect.ts';
export { PostriderError } from './failure.ts';
export type * from './schema.ts';
export { verifyWebhook, WebhookRefused } from './verify-webhook.ts';
