import { useMutation } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/state.tsx';
import { signOn } from '../words/sign-on.ts';
import styles from './sign-in.module.css';
import { goToProvider, type Intent, openProvider } from './sign-on.ts';

/** Signs in at the provider, in a new tab if this page must stay as it is. */
export function ProviderButton({ name, intent, isOver }: { name: string; intent: Intent; isOver: boolean }) {
  const go = useMutation({ mutationFn: () => goToProvider(intent) });
  return (
    <div className={styles.provider}>
      {go.error && <Failure error={go.error} />}
      <Button
        look="solid"
        wide
        busy={go.isPending}
        onClick={() => (isOver ? openProvider(intent) : go.mutate())}
      >
        {signOn.provider(name)}
      </Button>
      {isOver && <p className={styles.note}>{signOn.provider_tab(name)}</p>}
    </div>
  );
}
