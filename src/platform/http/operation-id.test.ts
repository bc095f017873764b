import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationId } from './operation-id.ts';

test('an operation is named after its method, its path and its answer', () => {
  const named: [string, string, string][] = [
    ['GET', '/v1/emails', 'list_emails'],
    ['POST', '/v1/emails', 'create_email'],
    ['GET', '/v1/emails/{id}', 'retrieve_email'],
    ['PATCH', '/v1/emails/{id}', 'update_email'],
    ['PUT', '/v1/tags/{id}', 'put_tag'],
    ['DELETE', '/v1/people/{id}', 'delete_person'],
    ['GET', '/v1/emails/{id}/revisions', 'list_email_revisions'],
    ['POST', '/v1/emails/{id}/revisions/{number}/restore', 'restore_email_revision'],
    ['GET', '/v1/imports/{id}/report.csv', 'retrieve_import_report'],
    ['POST', '/v1/emails/{id}/ab-test/decide', 'decide_email_ab_test'],
    ['GET', '/v1/emails/{id}/explain', 'explain_email'],
    ['GET', '/v1/ping', 'ping'],
    ['POST', '/v1/exports', 'create_export'],
    ['GET', '/v1/exports/{id}', 'retrieve_export'],
    ['GET', '/metrics', 'retrieve_metrics'],
  ];
  for (const [method, path, id] of named)
    assert.equal(operationId(method, path, id.startsWith('list_')), id, path);
});
