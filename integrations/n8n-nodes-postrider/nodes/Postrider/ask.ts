import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  type JsonObject,
  NodeApiError,
} from 'n8n-workflow';

type Asked = { body?: IDataObject; query?: IDataObject; headers?: IDataObject };

/** Asks the API with the credentials of the node. Throws NodeApiError with what the API says to a refusal: what is wrong, and what to do. */
export async function ask(
  n8n: IExecuteFunctions | IHookFunctions,
  method: IHttpRequestMethods,
  path: string,
  { body, query, headers }: Asked = {},
): Promise<IDataObject> {
  const { url } = await n8n.getCredentials('postriderApi');
  const answer = (await n8n.helpers.httpRequestWithAuthentication.call(n8n, 'postriderApi', {
    method,
    url: `${String(url).replace(/\/+$/, '')}${path}`,
    json: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    arrayFormat: 'repeat',
    ...(body && { body }),
    ...(query && { qs: query }),
    ...(headers && { headers }),
  })) as { statusCode: number; body?: IDataObject };
  const { statusCode, body: said } = answer;
  if (statusCode < 300) return said ?? {};
  throw new NodeApiError(n8n.getNode(), (said ?? {}) as JsonObject, {
    message:
      typeof said?.detail === 'string'
        ? said.detail
        : 'The address of the credentials is not an installation of Postrider',
    description: typeof said?.code === 'string' ? said.code : '',
    httpCode: String(statusCode),
  });
}

/** Reads a list, page after page, up to `most` entries. Of `next` only the parameters are used, so that the key goes nowhere else. */
export async function askList(
  n8n: IExecuteFunctions,
  path: string,
  query: IDataObject,
  most: number,
): Promise<IDataObject[]> {
  const found: IDataObject[] = [];
  let at: IDataObject = { ...query, page_size: Math.min(most, 500) };
  for (;;) {
    const { results, next } = await ask(n8n, 'GET', path, { query: at });
    found.push(...(results as IDataObject[]));
    if (typeof next !== 'string' || found.length >= most) return found.slice(0, most);
    const { searchParams } = new URL(next, 'http://anywhere');
    at = Object.fromEntries([...searchParams.keys()].map(name => [name, searchParams.getAll(name)]));
  }
}
