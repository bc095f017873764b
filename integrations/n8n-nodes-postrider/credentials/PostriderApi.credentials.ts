import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow';

export class PostriderApi implements ICredentialType {
  name = 'postriderApi';

  displayName = 'Postrider API';

  icon: Icon = 'file:../nodes/Postrider/postrider.svg';

  documentationUrl = 'https://docs.n8n.io/integrations/community-nodes/usage/';

  properties: INodeProperties[] = [
    {
      displayName: 'Address',
      name: 'url',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'https://news.example.org',
      description: 'Where your installation is',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description:
        'A key with only the permissions that your workflows need. The trigger needs settings write and subscribers read, and sending needs sending write.',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: {
      headers: { Authorization: '=Token {{$credentials.apiKey}}' },
    },
  };

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.url.replace(/\\/+$/, "")}}',
      url: '/v1/accounts/me',
    },
  };
}
