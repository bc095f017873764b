import { useMutation } from '@tanstack/react-query';
import { readAgain, useHere } from '../../accounts/newsletters.ts';
import { errorAt } from '../../platform/failure.ts';
import { limits } from '../../platform/limits.ts';
import { Confirmation } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { comments as said } from '../../words/comments.ts';
import type { Comment } from './queries.ts';

type Asked = { comment: Comment; onClose: () => void };

/** Answers a comment in the name of the newsletter. */
export function ReplyForm({ comment, onClose }: Asked) {
  const here = useHere();
  const reply = useMutation({
    mutationFn: (text: string) => here.api.post('/v1/comments', { body: { parent_id: comment.id, text } }),
    onSuccess: () => {
      say(said.replied);
      void readAgain(here);
      onClose();
    },
  });
  return (
    <FormDialog
      title={said.reply_title}
      act={said.reply_act}
      action={reply}
      shown={['text']}
      onSubmit={form => reply.mutate(String(form.get('text') ?? ''))}
      onClose={onClose}
    >
      <TextField
        label={said.reply_text}
        hint={said.reply_hint}
        name="text"
        required
        rows={5}
        maxLength={limits.comments.text}
        error={errorAt(reply.error, 'text')}
      />
    </FormDialog>
  );
}

export function DeleteComment({ comment, onClose }: Asked) {
  const here = useHere();
  return (
    <Confirmation
      title={said.remove_title}
      act={said.remove_act}
      run={() => here.api.delete('/v1/comments/{id}', { params: { id: comment.id } })}
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
