# SPDX-License-Identifier: Apache-2.0
# An overlay port: vcpkg install libskein --overlay-ports=libskein/packaging/vcpkg. It builds the checkout that it lies in.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)

string(COMPARE EQUAL "${VCPKG_LIBRARY_LINKAGE}" dynamic shared)
vcpkg_check_features(OUT_FEATURE_OPTIONS features
  FEATURES
    openssl SKEIN_BUILD_OPENSSL_PROVIDER
    tools SKEIN_BUILD_TOOLS)

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${features} -DSKEIN_BUILD_TESTS=OFF -DSKEIN_BUILD_BENCHMARK=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/libskein)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES skeinsum AUTO_CLEAN)
endif()

# Both libraries are made; a triplet has one kind.
if(shared)
  file(GLOB others "${CURRENT_PACKAGES_DIR}/lib/libskein.a" "${CURRENT_PACKAGES_DIR}/debug/lib/libskein.a")
else()
  file(GLOB others "${CURRENT_PACKAGES_DIR}/lib/libskein.so*" "${CURRENT_PACKAGES_DIR}/debug/lib/libskein.so*"
    "${CURRENT_PACKAGES_DIR}/lib/libskein*.dylib" "${CURRENT_PACKAGES_DIR}/debug/lib/libskein*.dylib")
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
