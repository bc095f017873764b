import { useMutation } from '@tanstack/react-query';
import { say } from '../ui/toast.tsx';
import { readAgain, useHere } from './newsletters.ts';

/** Acts without a dialog. Then says `done` and reloads the newsletter, or says why the act was refused. */
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
