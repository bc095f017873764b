import { useMutation } from '@tanstack/react-query';
import { readAgain, useHere } from '../../accounts/newsletters.ts';
import { errorAt } from '../../platform/failure.ts';
import { limits } from '../../platform/limits.ts';
import { Confirmation } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { replies as said } from '../../words/replies.ts';
import type { Reply } from './queries.ts';

type Asked = { reply: Reply; onClose: () => void };

/** Answers a reply by mail. */
export function AnswerForm({ reply, onClose }: Asked) {
  const here = useHere();
  const answer = useMutation({
    mutationFn: (text: string) =>
      here.api.post('/v1/replies/{id}/answers', { params: { id: reply.id }, body: { text } }),
    onSuccess: () => {
      say(said.answered);
      void readAgain(here);
      onClose();
    },
  });
  return (
    <FormDialog
      title={said.answer_title}
      act={said.answer_act}
      action={answer}
      shown={['text']}
      onSubmit={form => answer.mutate(String(form.get('text') ?? ''))}
      onClose={onClose}
    >
      <TextField
        label={said.answer_text}
        hint={said.answer_hint(reply.from_address)}
        name="text"
        required
        rows={8}
        maxLength={limits.answers.text}
        error={errorAt(answer.error, 'text')}
      />
    </FormDialog>
  );
}

export function DeleteReply({ reply, onClose }: Asked) {
  const here = useHere();
  return (
    <Confirmation
      title={said.remove_title}
      act={said.remove_act}
      run={() => here.api.delete('/v1/replies/{id}', { params: { id: reply.id } })}
      done={said.deleted}
      onDone={() => {
        void readAgain(here);
        onClose();
      }}
      onClose={onClose}
    >
      {said.remove_detail}
    </Confirmation>
  );
}
