/** Bytes between two looks at the memory in use, since a look costs some microseconds. */
const STEP_BYTES = 4 * 1024 * 1024

type Sized = { new (...given: never[]): object; readonly BYTES_PER_ELEMENT?: number }

const BUFFERS = [
  'ArrayBuffer',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
] as const

/**
 * Limits the memory of this thread's buffers, garbage that is not collected yet included, by replacing their global constructors: the heap
 * limit of a thread does not count them, and a check from outside comes too late, since a few hundred bytes unpack to hundreds of megabytes
 * within one call. At the limit `onExceeded` is called and the allocation throws a RangeError. For the parser thread only: it cannot be undone.
 */
export function limitBufferMemory(limitBytes: number, onExceeded: () => void): void {
  let unchecked = 0
  const charge = (bytes: number): void => {
    // A length that is negative or no number allocates nothing, and must not count against what others do.
    if (bytes > 0) unchecked += bytes
    if (unchecked < STEP_BYTES) return
    unchecked = 0
    if (process.memoryUsage().arrayBuffers + bytes <= limitBytes) return
    onExceeded()
    throw new RangeError('the document needs more memory than a document may')
  }
  const globals = globalThis as unknown as Record<string, Sized>
  for (const name of BUFFERS) globals[name] = charging(globals[name] as Sized, charge)
  limitDecompression(charge)
}

/** The same constructor, which charges the bytes of what it allocates. Views of an existing buffer are free. */
function charging(native: Sized, charge: (bytes: number) => void): Sized {
  const bytesEach = native.BYTES_PER_ELEMENT ?? 1
  const counted: Sized = new Proxy(native, {
    construct(target, given, newTarget) {
      const first: unknown = given[0]
      if (typeof first === 'number') charge(first * bytesEach)
      else if (isList(first)) charge(first.length * bytesEach)
      return Reflect.construct(target, given, newTarget === counted ? target : newTarget)
    },
  })
  return counted
}

const isList = (value: unknown): value is { length: number } =>
  typeof value === 'object' && value !== null && 'length' in value && typeof value.length === 'number'

/** The buffers that DecompressionStream fills are made by Node.js, not by the constructors above. */
function limitDecompression(charge: (bytes: number) => void): void {
  const Native = globalThis.DecompressionStream
  globalThis.DecompressionStream = class {
    readonly readable: DecompressionStream['readable']
    readonly writable: DecompressionStream['writable']

    constructor(format: CompressionFormat) {
      const stream = new Native(format)
      this.writable = stream.writable
      this.readable = stream.readable.pipeThrough(
        new TransformStream({
          transform: (chunk, controller) => {
            charge(chunk.byteLength)
            controller.enqueue(chunk)
          },
        }),
      )
    }
  }
}
