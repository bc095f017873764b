/** The prefix of the service's paths: empty unless BASE_URL has a path. */
export const root: string =
  document.querySelector<HTMLMetaElement>('meta[name=postrider-root]')?.content ?? '';

/** The nonce that style elements created by scripts need. */
export const nonce: string | undefined =
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined;
