// Files that the service reads to serve them. In the repository they are where they are written or built; a package carries
// copies beside its compiled code.

const isPackage = import.meta.url.endsWith('.js')

/** The console as it was built. */
export const consoleFolder = new URL(
  isPackage ? '../served/console/' : '../../../console/dist/',
  import.meta.url,
)

/** The pages of `docs/`. */
export const guidesFolder = new URL(isPackage ? '../served/docs/' : '../../../../docs/', import.meta.url)
