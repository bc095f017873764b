/** Automations. */
export const automations = {
  key_releases_own:
    'status: a key with bounds can release only items of an automation that it created or last changed. Use another key.',
  no_feed_found:
    'url: no feed was found on this page or in the usual places. Use the address of an RSS, Atom or JSON feed, or of a page that links to one.',
  feed_gone: '{field}: the feed is permanently gone (410). Use the address of another feed.',
  not_a_feed:
    '{field}: {reason:sentence}. Use the address of an RSS, Atom or JSON feed, or of a page that links to one.',
  item_cannot_become: 'status: an item that is {status} cannot become {to}; only one that is {from} can.',
  no_events:
    '{field}: this address is for feed automations, which have url, behavior, cadence, subject and body. Create automations that act on events at POST /v1/automations.',
  inactive_not_run: 'status: an inactive automation does not run. Set status active first.',
  inactive_not_fetched: 'status: the feed of an inactive automation is not fetched. Set status active first.',
  no_preview: '{field}: the feed cannot be previewed: {reason:sentence}',
  feed_too_large: 'url: the feed is too large for a preview: {reason}.',
  was_active: 'It was active where its newsletter was exported. Activate it to follow its feeds from here.',
  excluded_matches: 'Excluded by the filters: its {one} matches "{word}".',
  excluded_none: 'Excluded by the filters: its {one} matches none of the included ones.',
  run_failed: 'The run failed and will be retried. See the log for the reason.',
} as const;
