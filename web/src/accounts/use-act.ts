import { useMutation } from '@tanstack/react-query';
import { say } from '../ui/toast.tsx';
import { readAgain, useHere } from './newsletters.ts';

/** An act without a dialog: says what was `done` and reads the newsletter again, or says why it was refused. */
export function useAct<Input = void>(
  act: (input: Input) => Promise<unknown>,
  done: (input: Input) => string,
) {
  const here = useHere();
  return useMutation({
    mutationFn: act,
    onSuccess: (_, input) => {
      say(done(input));
      return readAgain(here);
    },
    onError: error => say(error.message),
  });
}
