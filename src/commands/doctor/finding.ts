/** A finding of the doctor about one thing. */
export type Finding = {
  group: 'settings' | 'machine' | 'service' | 'database' | 'backup' | 'mail' | 'DNS';
  /** The thing that was checked, such as "DKIM of news.example". */
  about: string;
  /** `warning`: it works, but not as it should; `unknown`: it could not be checked. */
  state: 'good' | 'warning' | 'wrong' | 'unknown';
  detail: string;
  /** The remedy; '' if there is nothing to do. */
  remedy: string;
};

type Words = { detail: string; remedy?: string };

/** Makes the findings of one group. */
export function findingsOf(group: Finding['group']) {
  const make =
    (state: Finding['state']) =>
    (about: string, { detail, remedy = '' }: Words): Finding => ({ group, about, state, detail, remedy });
  return { good: make('good'), warning: make('warning'), wrong: make('wrong'), unknown: make('unknown') };
}
