import type { INodeProperties } from 'n8n-workflow';

type Resource = 'subscriber' | 'email' | 'tag';

/** Shows a field for these operations of a resource only. */
function when(resource: Resource, ...operation: string[]): Pick<INodeProperties, 'displayOptions'> {
  return { displayOptions: { show: { resource: [resource], operation } } };
}

function operationsOn(resource: Resource, noun: string, nouns: string): INodeProperties {
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a';
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options: [
      { name: 'Create', value: 'create', action: `Create ${article} ${noun}` },
      { name: 'Get', value: 'get', action: `Get ${article} ${noun}` },
      { name: 'Get Many', value: 'getAll', action: `Get many ${nouns}` },
      { name: 'Update', value: 'update', action: `Update ${article} ${noun}` },
    ],
    default: 'getAll',
  };
}

const text = (displayName: string, name: string, description = ''): INodeProperties => ({
  displayName,
  name,
  type: 'string',
  default: '',
  ...(description && { description }),
});

type Shown = ReturnType<typeof when>;

const collection =
  (displayName: string, placeholder: string) =>
  (shown: Shown, options: INodeProperties[]): INodeProperties => ({
    displayName,
    name: 'fields',
    type: 'collection',
    placeholder,
    default: {},
    ...shown,
    options,
  });
const filters = collection('Filters', 'Add Filter');
const furtherFields = collection('Fields', 'Add Field');

const lists: INodeProperties[] = [
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    displayOptions: { show: { operation: ['getAll'] } },
    default: false,
    description: 'Whether to return all results or only up to a given limit',
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    displayOptions: { show: { operation: ['getAll'], returnAll: [false] } },
    default: 50,
    description: 'Max number of results to return',
  },
];

const tags = text('Tags', 'tags', 'Names or IDs, separated by commas');
const metadata: INodeProperties = {
  displayName: 'Metadata',
  name: 'metadata',
  type: 'json',
  default: '{}',
  description: 'An object. An update replaces all of it.',
};
const emailFields: INodeProperties[] = [
  text('Canonical URL', 'canonical_url'),
  text('Description', 'description', 'For the archive and previews of links'),
  text(
    'Excluded Tags',
    'excluded_tags',
    'Names or IDs, separated by commas: who has one of them does not get it',
  ),
  text('Image URL', 'image'),
  text(
    'Included Tags',
    'included_tags',
    'Names or IDs, separated by commas: only who has all of them gets it',
  ),
  text(
    'Publish Date',
    'publish_date',
    'With the status Scheduled: when it goes out, such as 2027-01-31T09:00:00+01:00',
  ),
  text('Slug', 'slug', 'The end of its address in the archive'),
];
const emailStatus: INodeProperties = {
  displayName: 'Status',
  name: 'status',
  type: 'options',
  options: [
    { name: 'Draft', value: 'draft', description: 'A person reads and sends it' },
    { name: 'Scheduled', value: 'scheduled', description: 'Goes out at its publish date' },
    { name: 'Send Now', value: 'about_to_send', description: 'Goes to everybody it is meant for' },
  ],
  default: 'draft',
};

/** What the node asks for. The names of fields are those of the API. */
export const properties: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Email', value: 'email' },
      { name: 'Subscriber', value: 'subscriber' },
      { name: 'Tag', value: 'tag' },
    ],
    default: 'subscriber',
  },
  operationsOn('subscriber', 'subscriber', 'subscribers'),
  operationsOn('email', 'email', 'emails'),
  operationsOn('tag', 'tag', 'tags'),
  {
    ...text('Subscriber', 'id', 'The ID or the email address'),
    required: true,
    ...when('subscriber', 'get', 'update'),
  },
  { ...text('Email ID', 'id'), required: true, ...when('email', 'get', 'update') },
  { ...text('Tag ID', 'id'), required: true, ...when('tag', 'get', 'update') },
  {
    ...text('Email Address', 'email_address'),
    placeholder: 'name@email.com',
    required: true,
    ...when('subscriber', 'create'),
  },
  {
    displayName: 'If the Address Exists',
    name: 'collision',
    type: 'options',
    ...when('subscriber', 'create'),
    options: [
      { name: 'Add Tags and Metadata', value: 'add' },
      { name: 'Fail', value: 'fail' },
      { name: 'Overwrite', value: 'overwrite' },
    ],
    default: 'add',
    description: 'Nobody who has left or complained is brought back',
  },
  { ...text('Subject', 'subject'), required: true, ...when('email', 'create') },
  {
    ...text('Body', 'body', 'Markdown or HTML, with Liquid'),
    typeOptions: { rows: 8 },
    ...when('email', 'create'),
  },
  { ...emailStatus, ...when('email', 'create') },
  { ...text('Name', 'name'), required: true, ...when('tag', 'create') },
  ...lists,
  filters(when('subscriber', 'getAll'), [
    text('Search', 'search', 'A part of the address or of a value in the metadata'),
    text('Tag', 'tag', 'A name or ID'),
    text('Type', 'type', 'Such as regular, premium or unsubscribed'),
  ]),
  filters(when('email', 'getAll'), [
    text('Status', 'status', 'Such as draft, scheduled or sent'),
    text('Subject', 'subject', 'A part of it'),
  ]),
  furtherFields(when('subscriber', 'create', 'update'), [
    {
      ...text('Email Address', 'email_address'),
      placeholder: 'name@email.com',
      displayOptions: { show: { '/operation': ['update'] } },
    },
    metadata,
    text('Notes', 'notes'),
    tags,
    text(
      'Type',
      'type',
      'Empty for a new subscriber: the newsletter decides, and asks them to confirm if it does so',
    ),
  ]),
  furtherFields(when('email', 'create'), emailFields),
  furtherFields(when('email', 'update'), [
    { ...text('Body', 'body'), typeOptions: { rows: 8 } },
    ...emailFields,
    emailStatus,
    text('Subject', 'subject'),
  ]),
  furtherFields(when('tag', 'create', 'update'), [
    { displayName: 'Color', name: 'color', type: 'color', default: '' },
    text('Description', 'description'),
    { ...text('Name', 'name'), displayOptions: { show: { '/operation': ['update'] } } },
  ]),
];
