import { inProgram } from '../src/platform/root.ts';

export const limitsFile = inProgram('web/src/platform/limits.ts');

/** The forms of the dashboard with texts, by the address that takes them. */
const forms = [
  '/v1/newsletters',
  '/v1/emails',
  '/v1/emails/{id}/approval/decline',
  '/v1/snippets',
  '/v1/forms',
  '/v1/surveys',
  '/v1/notes',
  '/v1/comments',
  '/v1/replies/{id}/answers',
  '/v1/templates',
  '/v1/tags',
  '/v1/segments',
  '/v1/external_feeds',
  '/v1/webhooks',
  '/v1/suppressions/{id}/lift',
  '/v1/subscribers/{id_or_email}/grants',
  '/v1/subscribers/{id_or_email}/grants/{grant_id}/revoke',
];

type Schema = { anyOf?: Schema[]; maxLength?: number; properties?: Record<string, Schema> };
type Body = { content: Record<string, { schema: Schema }> };
type Document = { paths: Record<string, { post: { requestBody: Body } }> };

const head = '// Written from docs/openapi.json by npm run generate. Change the schemas, not this file.';

/** Returns the maximum lengths of each form's texts, by the last word of its address, as the text of web/src/platform/limits.ts. */
export function generateLimits(openapi: string): string {
  const { paths } = JSON.parse(openapi) as Document;
  const lines = forms.map(path => {
    const { schema } = paths[path]!.post.requestBody.content['application/json']!;
    // An optional body is one of several forms.
    const fields = [schema, ...(schema.anyOf ?? [])].flatMap(({ properties = {} }) =>
      Object.entries(properties),
    );
    const limits = fields.flatMap(([name, schema]) => {
      const longest = longestOf(schema);
      return longest > 0 ? [`${name}: ${longest}`] : [];
    });
    return `  ${path.split('/').at(-1)}: { ${limits.join(', ')} },\n`;
  });
  return `${head}\n\nexport const limits = {\n${lines.join('')}} as const;\n`;
}

/** Returns the maximum length; 0 for no limit. */
function longestOf({ maxLength = 0, anyOf = [] }: Schema): number {
  return Math.max(maxLength, ...anyOf.map(longestOf));
}
