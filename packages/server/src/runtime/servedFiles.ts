// Folders of files that the service serves. In the repository these are the source or build folders. A
// package contains copies next to its compiled code.

const isPackage = import.meta.url.endsWith('.js')

/** The built console. */
export const consoleFolder = new URL(
  isPackage ? '../served/console/' : '../../../console/dist/',
  import.meta.url,
)

export const guidesFolder = new URL(isPackage ? '../served/docs/' : '../../../../docs/', import.meta.url)

/** The style and the script of the documentation. */
export const pageAssetsFolder = new URL('../../data/docs/', import.meta.url)
