/** An issue with three links and about 5 kB of HTML and text after layout, most of it from the theme. */
export const body = `# Good morning, {{ subscriber.metadata.first_name }}

The harbour wakes before the town does, and {{ subscriber.metadata.city }} long after both. By six the first boats are
back; whoever wants mackerel has to be there before the cafés are. See [today's tides](https://example.org/tides).

- mackerel, line caught: [the boats and their nets](https://example.org/boats)
- one very cross lobster, [with a portrait](https://example.org/lobster)
`;
