/**
 * What the node uses of n8n, whose own package of types brings 140 MB of others. `N8N_MODULES` checks the node against those too
 * (CONTRIBUTING.md).
 */
declare module 'n8n-workflow' {
  export type IDataObject = { [key: string]: unknown };
  export type JsonObject = { [key: string]: unknown };
  export type IHttpRequestMethods = 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  export type Icon = `file:${string}`;
  export type INodePropertyOptions = { name: string; value: string; action?: string; description?: string };
  export type INodeProperties = {
    displayName: string;
    name: string;
    type: 'boolean' | 'collection' | 'color' | 'json' | 'multiOptions' | 'number' | 'options' | 'string';
    default: string | boolean | number | object;
    description?: string;
    placeholder?: string;
    required?: boolean;
    noDataExpression?: boolean;
    typeOptions?: { password?: boolean; rows?: number; minValue?: number };
    displayOptions?: { show: Record<string, (string | boolean)[]> };
    options?: (INodePropertyOptions | INodeProperties)[];
  };
  export interface ICredentialType {
    name: string;
    displayName: string;
    properties: INodeProperties[];
  }
  export type IAuthenticateGeneric = { type: 'generic'; properties: { headers: Record<string, string> } };
  export type ICredentialTestRequest = { request: { baseURL: string; url: string } };

  export const NodeConnectionTypes: { Main: 'main' };
  export type INodeTypeDescription = {
    displayName: string;
    name: string;
    icon: Icon;
    group: ('output' | 'trigger')[];
    version: number;
    subtitle: string;
    description: string;
    defaults: { name: string };
    usableAsTool?: true;
    inputs: 'main'[];
    outputs: 'main'[];
    credentials: { name: string; required: boolean }[];
    webhooks?: { name: 'default'; httpMethod: 'POST'; responseMode: 'onReceived'; path: string }[];
    properties: INodeProperties[];
  };
  export interface INodeType {
    description: INodeTypeDescription;
  }
  export type INode = { id: string; name: string };
  export type INodeExecutionData = { json: IDataObject; pairedItem?: { item: number } };
  export type IWebhookResponseData = { workflowData?: INodeExecutionData[][]; noWebhookResponse?: boolean };

  interface Functions {
    getNode(): INode;
    getCredentials(name: string): Promise<IDataObject>;
    helpers: {
      httpRequestWithAuthentication(
        this: unknown,
        credentials: string,
        request: IDataObject,
      ): Promise<unknown>;
      returnJsonArray(data: IDataObject): INodeExecutionData[];
    };
  }
  export interface IExecuteFunctions extends Functions {
    getInputData(): INodeExecutionData[];
    getNodeParameter(name: string, item: number, fallback?: unknown): unknown;
    getExecutionId(): string;
    getWorkflowDataProxy(item: number): { $runIndex: number };
    continueOnFail(): boolean;
  }
  export interface IHookFunctions extends Functions {
    getNodeParameter(name: string): unknown;
    getNodeWebhookUrl(name: 'default'): string | undefined;
    getWorkflowStaticData(type: 'node'): IDataObject;
  }
  export interface IWebhookFunctions extends Functions {
    getWorkflowStaticData(type: 'node'): IDataObject;
    getHeaderData(): object;
    getRequestObject(): { rawBody: Uint8Array };
    getResponseObject(): { status(code: number): { send(text: string): void } };
  }

  export class NodeApiError extends Error {
    constructor(
      node: INode,
      answer: JsonObject,
      about: { message: string; description: string; httpCode: string },
    );
    httpCode: string | null;
    description: string | null | undefined;
  }
  export class NodeOperationError extends Error {
    constructor(node: INode, message: string, about: { itemIndex: number });
  }
}
