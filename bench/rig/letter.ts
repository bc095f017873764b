const paragraph = `The harbour wakes before the town does. By five the ice lorry has been, by six the first boats are
back, and whoever wants mackerel has to be there before the cafés are. I have stood on that quay in every month of the
year now, and what I like best is still the half hour when nothing has a price yet.`;

/** A letter that is about 5 kB of HTML and text when it is rendered. */
export const body = `# Good morning, {{ subscriber.metadata.first_name }}

${paragraph}

## Seen from {{ subscriber.metadata.city }}

${paragraph} See [the tide tables](https://example.org/tides) and [the quay's own log](https://example.org/log).

- mackerel, line caught
- two crates of sprats
- one very cross lobster
`;
