// Loaded before the tests of a process. To know the test to which an error or a subtest belongs, node:test follows every promise, which
// makes code that awaits much take several times as long as in the program. Here it only learns which resources are tests, and an
// AsyncLocalStorage, which costs nearly nothing, carries the one that runs.
import hooks from 'node:async_hooks';

const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks;
const tests = new WeakSet<object>();
const running = new AsyncLocalStorage<number>();

hooks.createHook = ({ init }) => {
  const callbacks = {
    init(id: number, type: string, trigger: number, resource: object) {
      if (type !== 'Test') return;
      tests.add(resource);
      init?.(id, type, trigger, resource);
    },
    trackPromises: false,
  };
  return createHook(callbacks);
};
hooks.executionAsyncId = () => running.getStore() ?? executionAsyncId();

type Work = (this: unknown, ...given: unknown[]) => unknown;

const { runInAsyncScope } = AsyncResource.prototype;
// biome-ignore lint/suspicious/noExplicitAny: it returns what the work returns
AsyncResource.prototype.runInAsyncScope = function run(work: Work, on?: unknown, ...given: unknown[]): any {
  if (!tests.has(this)) return runInAsyncScope.call(this, work, on, ...given);
  // Within the scope, which otherwise brings back what the storage held when the test was made.
  return runInAsyncScope.call(this, () => running.run(this.asyncId(), () => work.apply(on, given)));
};
