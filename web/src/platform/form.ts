import type { FormEvent } from 'react';

/** Handles `onSubmit`: hands over what was entered, and the form itself. The browser stays on the page. */
export function submitted(take: (entered: FormData, form: HTMLFormElement) => void) {
  return (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    take(new FormData(event.currentTarget), event.currentTarget);
  };
}

/** Returns what was entered into a field, without spaces around it; empty for a field that is not shown. */
export function textOf(entered: FormData, name: string): string {
  return String(entered.get(name) ?? '').trim();
}
