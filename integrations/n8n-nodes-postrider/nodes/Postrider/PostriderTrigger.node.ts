import {
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeApiError,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { verifyWebhook, WebhookRefused } from '../../../../src/client/verify-webhook.ts';
import { ask } from './ask.ts';
import { events } from './events.ts';

export class PostriderTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Postrider Trigger',
    name: 'postriderTrigger',
    icon: 'file:postrider.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in a newsletter',
    defaults: { name: 'Postrider Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'postriderApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: [],
        options: events,
      },
    ],
  };

  webhookMethods = {
    default: {
      /** Whether the webhook is still there as this node needs it. */
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { id } = this.getWorkflowStaticData('node');
        const webhook =
          id === undefined ? undefined : await unlessGone(ask(this, 'GET', `/v1/webhooks/${id}`));
        const wanted = this.getNodeParameter('events') as string[];
        return (
          webhook?.status === 'enabled' &&
          webhook.url === this.getNodeWebhookUrl('default') &&
          String([...(webhook.event_types as string[])].sort()) === String([...wanted].sort())
        );
      },

      async create(this: IHookFunctions): Promise<boolean> {
        await remove(this);
        const url = this.getNodeWebhookUrl('default');
        const body = { url, event_types: this.getNodeParameter('events') as string[], description: 'n8n' };
        const { id, signing_key } = await ask(this, 'POST', '/v1/webhooks', { body });
        Object.assign(this.getWorkflowStaticData('node'), { id, signing_key });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        await remove(this);
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { signing_key } = this.getWorkflowStaticData('node');
    const { rawBody } = this.getRequestObject();
    try {
      const event = await verifyWebhook({
        body: rawBody,
        headers: this.getHeaderData() as Record<string, string>,
        signing_key: String(signing_key ?? ''),
      });
      return { workflowData: [this.helpers.returnJsonArray(event as unknown as IDataObject)] };
    } catch (error) {
      const reason =
        error instanceof WebhookRefused || error instanceof TypeError
          ? error.message
          : 'The body is no JSON.';
      this.getResponseObject().status(400).send(reason);
      return { noWebhookResponse: true };
    }
  }
}

/** Removes the webhook of the node, if it has one. */
async function remove(n8n: IHookFunctions): Promise<void> {
  const known = n8n.getWorkflowStaticData('node');
  if (known.id !== undefined) await unlessGone(ask(n8n, 'DELETE', `/v1/webhooks/${known.id}`));
  delete known.id;
  delete known.signing_key;
}

async function unlessGone(asked: Promise<IDataObject>): Promise<IDataObject | undefined> {
  return asked.catch(error => {
    if (error instanceof NodeApiError && error.httpCode === '404') return undefined;
    throw error;
  });
}
