/** The domains of newsletters. */
export const sites = {
  not_found_to_lead:
    'This domain has not been found to lead here. Its newsletter shows what is missing: GET /v1/newsletters/{id}/hosting-domain.',
  no_domain: 'domain: the newsletter has none. Set it first.',
} as const;
