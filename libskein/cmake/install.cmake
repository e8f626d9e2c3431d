# SPDX-License-Identifier: Apache-2.0
# What is installed, and where: libraries, header, licence, pkg-config file, package for find_package, man pages.
# skeinsum's folder installs the command.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

foreach(library skein_shared skein_static)
  target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()

install(TARGETS skein_shared skein_static EXPORT libskein
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
install(FILES ${PROJECT_SOURCE_DIR}/include/skein.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libskein COMPONENT runtime)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/libskein)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/libskeinConfig.cmake.in ${PROJECT_BINARY_DIR}/libskeinConfig.cmake
  INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/libskeinConfigVersion.cmake COMPATIBILITY ${compatibility})
install(EXPORT libskein NAMESPACE libskein:: FILE libskeinTargets.cmake DESTINATION ${package_folder}
  COMPONENT development)
install(FILES ${PROJECT_BINARY_DIR}/libskeinConfig.cmake ${PROJECT_BINARY_DIR}/libskeinConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT development)

# The pkg-config file finds the prefix from its own place, so that an installation can be moved.
set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(pc_library_folder ${CMAKE_INSTALL_FULL_LIBDIR})
  set(pc_include_folder ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
  file(RELATIVE_PATH up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" up "${up}")
  set(pc_prefix "\${pcfiledir}/${up}")
  set(pc_library_folder "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(pc_include_folder "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
if(SKEIN_PTHREADS)
  set(pc_private_libraries ${CMAKE_THREAD_LIBS_INIT})
  if(NOT pc_private_libraries)
    set(pc_private_libraries -pthread)
  endif()
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/libskein.pc.in ${PROJECT_BINARY_DIR}/libskein.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/libskein.pc DESTINATION ${pkgconfig_folder} COMPONENT development)

if(own_build)
  install(FILES ${PROJECT_SOURCE_DIR}/man/skein.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3 COMPONENT development)
endif()
